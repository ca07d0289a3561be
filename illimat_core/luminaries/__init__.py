"""The luminaries, a module each: a paraphrase of the card, a function a sentence, and a record."""

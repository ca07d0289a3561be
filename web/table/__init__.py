"""Tables before the game begins, and what people do at games apart from playing."""

"""The seats of a game: who sits there, who may sit down or act, and who watches."""

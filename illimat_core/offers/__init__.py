"""What a seat may do: the list, the menu, previews and batches (ACTIONS.md section 2)."""

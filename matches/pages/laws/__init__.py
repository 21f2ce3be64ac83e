"""Pages of the laws, and of the rulings that a director makes on irregularities."""

"""Pages of the viewer's own account: sign-in, password, e-mail, second step, export and erasure."""

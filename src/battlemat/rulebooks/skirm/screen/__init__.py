"""What people see: the scene, words, rulers, previews, facts."""

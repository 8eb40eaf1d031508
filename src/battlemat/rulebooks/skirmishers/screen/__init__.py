"""What screens show: scene, words, ruler, previews, facts."""

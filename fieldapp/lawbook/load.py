from pathlib import Path


def load_lawbook(folder: Path) -> object:
    return folder

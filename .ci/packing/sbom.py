"""The list of parts of the program folder and the Debian package (CycloneDX)."""

from __future__ import annotations

import json

TOOLS = {"pip", "setuptools", "wheel"}  # of the environment from which the folder is built; not in the folder


def completed(text: str, contains: dict[str, str], python: str) -> str:
    """Return the list of an environment's packages with the other parts of the program folder.

    Args:
        text: what `cyclonedx-py environment` printed.
        contains: the Debian packages whose files are in the folder, with their versions.
        python: the version of the Python in the folder.
    """
    listed = json.loads(text)
    kept = [part for part in listed.get("components", []) if part["name"] not in TOOLS]
    gone = {part["bom-ref"] for part in listed.get("components", [])} - {part["bom-ref"] for part in kept}
    for name, version in contains.items():
        reference = f"pkg:deb/debian/{name}@{version}"
        kept.append({"type": "library", "bom-ref": reference, "name": name, "version": version, "purl": reference})
    kept.append({"type": "platform", "bom-ref": "python", "name": "Python", "version": python,
                 "licenses": [{"license": {"id": "Python-2.0"}}]})  # fmt: skip
    listed["components"] = kept
    listed["dependencies"] = [
        entry
        | ({"dependsOn": [name for name in entry["dependsOn"] if name not in gone]} if "dependsOn" in entry else {})
        for entry in listed.get("dependencies", [])
        if entry["ref"] not in gone
    ]
    return json.dumps(listed, indent=2, ensure_ascii=False) + "\n"

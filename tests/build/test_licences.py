"""What is passed on is passed on with its licence."""

import zipfile


def test_every_licence_file_of_a_wheel_is_kept_under_its_name(tmp_path):
    import licences  # noqa: PLC0415

    wheel = tmp_path / "thing-1.2-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("thing-1.2.dist-info/licenses/LICENSE.txt", "be kind")
        archive.writestr("thing-1.2.dist-info/NOTICE", "by us")
        archive.writestr("thing-1.2.dist-info/METADATA", "Name: thing")
        archive.writestr("thing/licenses/readme", "not one")
    text = licences.gather([wheel])
    assert "thing 1.2" in text
    assert "be kind" in text
    assert "by us" in text
    assert "not one" not in text
    assert "Pyodide: MPL-2.0" in text

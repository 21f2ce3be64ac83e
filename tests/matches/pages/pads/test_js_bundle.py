from __future__ import annotations

import pytest

from matches.pages.common.static_sources import static_source, static_sources
from matches.pages.pads.assets import SCRIPT
from matches.pages.pads.js_bundle import BundleError, join_modules

MODULES = {
    "pads/pad.js": 'import { one, two as second } from "./other.js";\nimport { far } from "../far.js";\nfar(one);\n',
    "pads/other.js": 'import { far } from "../far.js";\nexport const one = 1;\nexport async function two() {}\n',
    "far.js": "export class Far {}\nexport function far() {}\n",
}


def of_text(text: str) -> str:
    return join_modules("a.js", {"a.js": text, "b.js": "export const b = 1;\n"}.__getitem__)


def test_modules_stand_once_behind_their_imports() -> None:
    script = join_modules("pads/pad.js", MODULES.__getitem__)
    places = [script.index(f"// {name}\n") for name in ("far.js", "pads/other.js", "pads/pad.js")]
    assert places == sorted(places)
    assert script.count("// far.js\n") == 1
    assert "return { Far, far };" in script
    assert "const { one, two: second } = module_1;" in script
    assert "export" not in script
    assert "import" not in script


def test_names_of_an_import_may_stand_on_lines_of_their_own() -> None:
    assert "const { b } = module_0;" in of_text('import {\n  b,\n} from "./b.js";\n')


@pytest.mark.parametrize(
    "text",
    [
        "export default function a() {}",
        "export let a = 1;",
        "export { a };",
        'export { b } from "./b.js";',
        "export const { a } = {};",
        'import b from "./b.js";',
        'import * as b from "./b.js";',
        'import "./b.js";',
        'import { c } from "./b.js";',
        'const b = import("./b.js");',
        "use(import.meta.url);",
        'import { a } from "./a.js";',
        "const a = `one\ntwo`;",
        "const a = 'one\\\ntwo';",
        "/* one */ const a = 1;",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BundleError):
        of_text(text)


def test_comments_and_indentation_go() -> None:
    script = of_text("/* one\n   two */\n/** three */\n// four\n  a(); // five\n\n")
    assert script.splitlines()[2:-2] == ["a();"]


@pytest.mark.parametrize(
    "line", ['a("b // c");', "a('b // c');", 'a("https://b.example");', "a(`b // ${c}`);"]
)
def test_slashes_in_a_text_are_no_comment(line: str) -> None:
    assert of_text(line).splitlines()[2:-2] == [line]


def test_every_module_of_the_pad_is_in_its_script() -> None:
    script = join_modules(SCRIPT, lambda name: static_source(name).read_text(encoding="utf-8"))
    alone = {"worker.js", "table_link.js"}
    for file in static_sources("web/pads/*.js"):
        assert (f"// web/pads/{file.name}\n" in script) == (file.name not in alone), file.name
    assert "// web/live.js\n" in script

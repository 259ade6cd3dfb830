"""The set-up for Emacs, in an Emacs without a window; where there is none, the report says so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from record import ROOT

MODE = ROOT / "editors" / "emacs" / "led-mode.el"
TEXT = """# Game

/$ good := {x | x in cells & x > 1}
   first(n) := n if n in good; `none otherwise $/
"""
IN_EMACS = r"""
(setq byte-compile-error-on-warn t
      byte-compile-dest-file-function (lambda (file) (expand-file-name "led-mode.elc" default-directory)))
(unless (byte-compile-file MODE) (kill-emacs 1))
(load (expand-file-name "led-mode.elc" default-directory))
(find-file "game.led")
(font-lock-ensure)
(defun found (word) (goto-char (point-min)) (search-forward word) (match-beginning 0))
(defun talk ()
  (setq eglot-sync-connect 600 eglot-connect-timeout 600)
  (apply #'eglot (eglot--guess-contact))
  (while (null (flymake-diagnostics)) (accept-process-output nil 0.05))
  (prog1 (mapcar (lambda (it) (buffer-substring (flymake-diagnostic-beg it) (flymake-diagnostic-end it)))
                 (flymake-diagnostics))
    (eglot-shutdown (eglot--current-server-or-lose))))
(package-initialize)
(princ (json-encode
  `((mode . ,(symbol-name major-mode))
    (faces . ,(mapcar (lambda (word) (symbol-name (get-text-property (found word) 'face)))
                      '("# Game" "/$" "good :" "first(" "otherwise" "`none")))
    (wrong . ,(if (require 'eglot nil t) (talk) "no Eglot")))))
"""


@pytest.mark.skipif(shutil.which("emacs") is None, reason="Emacs is not installed")
def test_emacs_colours_a_document_and_shows_what_is_wrong(tmp_path: Path):
    (tmp_path / "game.led").write_text(TEXT)
    (tmp_path / "try.el").write_text(IN_EMACS.replace("MODE", json.dumps(str(MODE))))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ended = subprocess.run(
        ["emacs", "-q", "--batch", "-l", "try.el"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout[ended.stdout.index('{"mode"') :].splitlines()[0])
    assert found["mode"] == "led-mode"
    assert found["faces"] == [
        f"font-lock-{face}-face"
        for face in ("doc", "preprocessor", "function-name", "function-name", "keyword", "constant")
    ]
    if found["wrong"] == "no Eglot":
        pytest.skip("this Emacs colours documents as it should; it has no Eglot to speak to the server")
    assert found["wrong"] == ["cells"]

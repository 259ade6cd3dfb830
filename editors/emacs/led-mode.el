;;; led-mode.el --- Documents of Noughts  -*- lexical-binding: t; -*-

;; Colours for .led documents, and `noughts lsp' through Eglot, which comes with Emacs 29 and is a package
;; before.

;;; Code:

(defconst led-font-lock-keywords
  `(("^#\\{1,6\\}[ \t].*$" . font-lock-doc-face)
    ("/\\$\\|\\$/\\|/\\?\\|\\?/" . font-lock-preprocessor-face)
    ("\\_<\\([[:alpha:]][[:alnum:]_]*\\)\\(?:([[:alnum:]_, ]*)\\)?[ \t]*\\(?::=\\|iff\\_>\\)"
     1 font-lock-function-name-face)
    ("`[[:alpha:]][[:alnum:]]*" . font-lock-constant-face)
    (,(regexp-opt '("if" "otherwise" "where" "iff" "some" "all" "uses" "ledGame" "variable" "variables"
                    "initially" "action" "automatic" "when")
                  'symbols)
     . font-lock-keyword-face)))

;;;###autoload
(define-derived-mode led-mode text-mode "LED"
  "Major mode for the documents of Noughts."
  (setq-local font-lock-defaults '(led-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.led\\'" . led-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(led-mode . ("noughts" "lsp"))))

(provide 'led-mode)
;;; led-mode.el ends here

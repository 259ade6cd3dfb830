// The text of the document in CodeMirror.  Its colours, its completions and its errors are what Python says.

import {
  autocompletion,
  bracketMatching,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  Decoration,
  defaultKeymap,
  EditorState,
  EditorView,
  history,
  historyKeymap,
  invertedEffects,
  isolateHistory,
  keymap,
  lineNumbers,
  lintKeymap,
  setDiagnostics,
  StateEffect,
  StateField,
  Transaction,
} from "./codemirror.js";

// The name of the document, which *undo* takes back together with its text.
const named = StateEffect.define();
const name = StateField.define({
  create: () => "",
  update: (value, { effects }) => effects.find((each) => each.is(named))?.value ?? value,
});
const former = invertedEffects.of(({ effects, startState }) =>
  effects.some((each) => each.is(named)) ? [named.of(startState.field(name))] : [],
);

// Coloured places move with the text until Python has read it again.
const coloured = StateEffect.define();
const colours = StateField.define({
  create: () => Decoration.none,
  update: (marks, { changes, effects }) =>
    effects.find((each) => each.is(coloured))?.value ?? marks.map(changes),
  provide: (field) => EditorView.decorations.from(field),
});

const ATTRIBUTES = {
  "aria-label": "Text of the document",
  autocapitalize: "off",
  autocorrect: "off",
  spellcheck: "false",
  tabindex: "0", // what can be edited can be focused without it, which axe does not know
};
const WORD = /[\p{L}_][\p{L}\p{N}_]*/u;
const WHOLE_WORD = /^[\p{L}\p{N}_]*$/u;

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", fontSize: "var(--text-size)" },
  "&.cm-focused": { outline: "1px solid var(--accent)", outlineOffset: "-1px" },
  ".cm-scroller": {
    fontFamily: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace',
    lineHeight: "1.6",
  },
  ".cm-content": { padding: "0.6rem 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 1rem 0 0.4rem" },
  ".cm-gutters": { background: "none", border: "0", color: "var(--faint)" },
  "&.cm-focused .cm-matchingBracket": { background: "none", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { background: "var(--wrong)" },
  ".cm-lintRange-error": {
    background: "var(--wrong)",
    textDecoration: "underline wavy var(--no)",
    textUnderlineOffset: "0.25em",
  },
  ".cm-tooltip": { background: "var(--desk)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--accent)",
    color: "var(--ground)",
  },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.8" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", borderLeftColor: "var(--no)" },
  // the kinds of names, then the kinds of Pygments
  ".led-function, .led-nf": { color: "var(--function)" },
  ".led-parameter": { color: "var(--local)" },
  ".led-k, .led-kc, .led-ow": { color: "var(--word)", fontWeight: "600" },
  ".led-m": { color: "var(--number)" },
  ".led-s, .led-ss": { color: "var(--yes)" },
  ".led-p, .led-o, .led-gp": { color: "var(--faint)" },
  ".led-c": { color: "var(--faint)", fontStyle: "italic" },
  ".led-gh": { fontWeight: "700" },
});

export class Editor {
  // `changed` is told whether the user wrote; `complete` promises the completions at an offset.
  constructor(place, { changed, complete }) {
    const root = place.attachShadow({ mode: "open" }); // where styles are objects, which the policy allows
    this.view = new EditorView({
      parent: root,
      root,
      extensions: [
        [name, former, colours, theme],
        [history(), lineNumbers(), EditorView.lineWrapping, bracketMatching(), closeBrackets()],
        EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "[", "{"] } }]),
        autocompletion({ icons: false, override: [(context) => completions(context, complete)] }),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...historyKeymap,
          ...lintKeymap,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of(ATTRIBUTES),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          const isNamed = transactions.some(({ effects }) => effects.some((each) => each.is(named)));
          const isWritten = transactions.some((each) => each.annotation(Transaction.userEvent));
          if (docChanged || isNamed) changed(isWritten);
        }),
      ],
    });
  }

  get name() {
    return this.view.state.field(name);
  }

  get text() {
    return this.view.state.doc.toString();
  }

  // Another document, which *undo* takes back unless it is the first.
  open(document) {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: document.text },
      effects: named.of(document.name),
      selection: { anchor: 0 },
      scrollIntoView: true,
      annotations: [isolateHistory.of("full"), Transaction.addToHistory.of(this.name !== "")],
    });
  }

  // Colours places, in their order: start, end, kind.
  colour(places) {
    const marks = places.map(([start, end, kind]) =>
      Decoration.mark({ class: `led-${kind}` }).range(start, end),
    );
    this.view.dispatch({ effects: coloured.of(Decoration.set(marks)) });
  }

  // Marks what is wrong, and says it where it stands.
  mark(problems) {
    const found = problems.map(({ start, end, fact, help }) => ({
      from: start,
      to: end,
      severity: "error",
      message: help ? `${fact}\n${help}` : fact,
    }));
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  show({ start, end }) {
    this.view.dispatch({
      selection: { anchor: start, head: end },
      effects: EditorView.scrollIntoView(start, { y: "center" }),
    });
    this.view.focus();
  }
}

async function completions(context, complete) {
  const begun = context.matchBefore(WORD);
  if (!begun && !context.explicit) return null;
  const words = await complete(context.pos);
  if (!words?.length) return null;
  return {
    from: begun?.from ?? context.pos,
    options: words.map(({ word, kind, detail, prose }) => ({
      label: word,
      detail: detail && detail !== word ? detail : kind,
      info: prose || undefined,
    })),
    validFor: WHOLE_WORD,
  };
}

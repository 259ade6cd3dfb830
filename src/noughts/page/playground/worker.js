// Python in a worker: starts from a snapshot of its memory if there is one, then answers questions.
//
// The address of the worker says how it begins: `?snapshot` from a snapshot, `?make` to make one.  A worker
// that is a module loses what it is sent while it loads, so nobody asks before it has said that it is ready.

// @ts-ignore: the site has it beside this script
import createModule from "./pyodide/pyodide.asm.mjs";
// @ts-ignore
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PAGE = 65536; // bytes of memory of WebAssembly
const ARCHIVE = "/noughts.zip"; // from which Python imports
const wanted = new URL(self.location.href).searchParams;

const pending = {
  archive: fetched("noughts.zip"),
  snapshot: wanted.has("snapshot") ? snapshot() : undefined,
};
const python = await loadPyodide({
  indexURL: new URL("pyodide/", self.location.href).href,
  enableRunUntilComplete: false,
  createPyodideModule: async (settings) =>
    createModule(grown(settings, (await pending.snapshot)?.length ?? 0)),
  _loadSnapshot: pending.snapshot,
  _makeSnapshot: wanted.has("make"),
});
python.FS.writeFile(ARCHIVE, await pending.archive);
if (!pending.snapshot) python.runPython(`import sys; sys.path.insert(0, "${ARCHIVE}")`);
const bench = python.runPython("from noughts.pages.playground.workbench import respond; respond");

self.addEventListener("message", ({ data }) => {
  if (data.do === "keep") self.postMessage({ snapshot: keep(data.examples) });
  else self.postMessage(answer(data));
});
self.postMessage({ ready: true });

function answer(asked) {
  try {
    return { asked: asked.number, ...JSON.parse(bench(JSON.stringify(asked))) };
  } catch (failure) {
    const bug = String(failure.message ?? failure);
    return { asked: asked.number, bug, isOver: failure.name !== "PythonError" }; // then Python has not survived it
  }
}

// The memory once some documents have been checked and woven: all that this takes is then there.
function keep(examples) {
  for (const asked of examples) {
    const { bug } = answer(asked);
    if (bug) throw new Error(bug);
  }
  bench.destroy();
  python.runPython("import gc; gc.collect()");
  return python.makeMemorySnapshot();
}

async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} cannot be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function snapshot() {
  const { body } = await fetch("snapshot.gz");
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// The settings of a module whose memory is large enough for a snapshot before the snapshot is put there.
function grown(settings, bytes) {
  const { instantiateWasm } = settings;
  settings.instantiateWasm = (imports, receive) =>
    instantiateWasm(imports, (instance, module) => {
      const { memory } = instance.exports;
      const missing = bytes - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      receive(instance, module);
    });
  return settings;
}

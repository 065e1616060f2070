globalThis.order = [...(globalThis.order || []), "cjs"];

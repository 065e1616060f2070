globalThis.order = [...(globalThis.order || []), "esm"]; 

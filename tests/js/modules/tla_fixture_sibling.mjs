(globalThis.tlaLog ??= []).push('sibling');

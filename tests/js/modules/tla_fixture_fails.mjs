await null;
throw new Error('failed while loading');

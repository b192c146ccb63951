declare const __EARMARK_VERSION__: string

/** This build's version, as in package.json. */
export const version = typeof __EARMARK_VERSION__ === 'undefined' ? '0.0.0-dev' : __EARMARK_VERSION__

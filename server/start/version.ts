declare const __EARMARK_VERSION__: string

/** Version of this build, as in package.json. */
export const version = typeof __EARMARK_VERSION__ === 'undefined' ? '0.0.0-dev' : __EARMARK_VERSION__

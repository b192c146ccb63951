import type { Plugin } from 'vite'

/** Scripts of the page that carry no build in their name. */
const UNNAMED = ['early.js']

/** Writes into the service worker what the page of this build is made of, with its first texts in all languages, so that it opens without the server. */
export function shellOfBuild(): Plugin {
  return {
    name: 'earmark:shell',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const parts = Object.values(bundle)
        const page = parts.find(({ fileName }) => fileName === 'index.html')
        const entry = parts.find((part) => part.type === 'chunk' && part.isEntry && part.name === 'index')
        const worker = bundle['sw.js']
        if (page?.type !== 'asset' || entry?.type !== 'chunk' || worker?.type !== 'chunk')
          this.error('The build has no page, no entry or no service worker')
        const html = String(page.source)
        const loaded = parts
          .map(({ fileName }) => fileName)
          .filter((name) => name.startsWith('assets/'))
          .filter((name) => html.includes(name) || name.endsWith('.woff2'))
        const files = [entry.fileName, ...loaded.filter((name) => name !== entry.fileName), ...UNNAMED]
        const shell = { html: withoutInlineScripts(html), files }
        worker.code = worker.code.replace('EARMARK_SHELL', () => JSON.stringify(shell))
      },
    },
  }
}

/** They are about the server, and the policy of a page without one allows none. */
function withoutInlineScripts(html: string): string {
  return html.replaceAll(/<script>[\s\S]*?<\/script>\s*/g, '')
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** The page's script without a hash in its name. */
const EARLY = 'early.js'

/**
 * Inlines the page of this build and the list of its files into the service worker, with the first texts in
 * all languages, so that the page opens without the server. Inlines the first script into the server's page,
 * which saves a round trip before anything is shown; the worker's page allows no inline scripts.
 */
export function shellOfBuild(): Plugin {
  let publicDir: string
  return {
    name: 'earmark:shell',
    apply: 'build',
    configResolved: (config) => void ({ publicDir } = config),
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
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
        const files = [entry.fileName, ...loaded.filter((name) => name !== entry.fileName), EARLY]
        const shell = { html: withoutInlineScripts(html), files }
        worker.code = worker.code.replace('EARMARK_SHELL', () => JSON.stringify(shell))
        const early = `<script>${await minified(publicDir)}</script>`
        page.source = html.replace(`<script src="./${EARLY}"></script>`, () => early)
        if (page.source === html) this.error(`The page does not load ${EARLY}`)
      },
    },
  }
}

async function minified(publicDir: string): Promise<string> {
  const { code } = await minify(EARLY, readFileSync(join(publicDir, EARLY), 'utf8'))
  return code.trim()
}

/** Inline scripts are for the server's page; the policy of a page without a server allows none. */
function withoutInlineScripts(html: string): string {
  return html.replaceAll(/<script>[\s\S]*?<\/script>\s*/g, '')
}

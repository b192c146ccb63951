import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { fileURLToPath } from 'node:url'
import { defineConfig, runnerImport } from 'vite'
import { BOOKS, booksPlugin } from '#scripts/lib/books-plugin'
import { FIRST_TEXTS, messagesPlugin } from '#scripts/lib/messages-plugin'
import { shellOfBuild } from '#scripts/lib/shell-of-build'

const below = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { module: contract } = await runnerImport<{ routes: Record<string, unknown> }>(
  below('server/contract/routes.ts'),
)

/**
 * The page is one build for every base path: all addresses in it are relative (`base: './'`), and the
 * server puts `<base href>` first in the head. Addresses in code are relative to that.
 */
export default defineConfig({
  root: below('client'),
  base: './',
  plugins: [messagesPlugin(), booksPlugin(), vue(), tailwindcss(), shellOfBuild()],
  define: {
    __VUE_OPTIONS_API__: false,
    __VUE_PROD_DEVTOOLS__: false,
    ROUTES: JSON.stringify(contract.routes),
    // One at a time as well, because a name is replaced by its whole value wherever it appears.
    ...Object.fromEntries(
      Object.entries(contract.routes).map(([name, route]) => [`ROUTES.${name}`, JSON.stringify(route)]),
    ),
  },
  build: {
    outDir: below('dist'),
    emptyOutDir: true,
    // Covers and fonts stay separate files: the content security policy allows fonts only from the server.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // As README says; the page tells older ones so (client/index.html).
    target: ['chrome120', 'edge120', 'firefox119', 'safari17'],
    rolldownOptions: {
      input: { index: below('client/index.html'), worker: below('client/worker/worker.ts') },
      output: {
        // The worker's address determines which pages it serves, so it is fixed, at the base path.
        entryFileNames: ({ name }) => (name === 'worker' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          // The parts of every page, and the page most people see first: one file instead of thirty small
          // ones.
          groups: [
            FIRST_TEXTS,
            {
              name: 'shell',
              test: /\/client\/(main\.ts|layout\/AppLayout\.vue|features\/discover\/DiscoverPage\.vue)$/,
            },
            // The pages that people open from there, for the same reason.
            BOOKS,
            // A part that an administrator's first page also shows until the server is set up.
            { name: 'getting-started', test: /\/client\/features\/setup\/GettingStarted\.vue$/ },
          ],
        },
      },
    },
  },
})

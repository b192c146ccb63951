import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineNitroConfig } from 'nitropack/config'
import type { Nitro } from 'nitropack/types'
import { migrationsPlugin } from './scripts/lib/migrations-plugin'
import { ASSET_HEADERS } from './server/security/security-headers'
import manifest from './package.json' with { type: 'json' }

const client = join(import.meta.dirname, 'dist')
/** The files of the API pages, in a separate directory, because public assets are whole directories. */
const docs = join(import.meta.dirname, 'node_modules/.cache/earmark/docs')
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']) {
  const source = join(import.meta.dirname, 'node_modules/swagger-ui-dist', file)
  cpSync(source, join(docs, file), { preserveTimestamps: true })
}

const from = (path: string) => join(import.meta.dirname, path)

function ownBuild(nitro: Nitro): void {
  const { options } = nitro
  if (options.preset === 'cloudflare-module') return buildWorker(nitro)
  if (options.preset === 'node-server') options.entry = from('server/start/main.ts')
  else options.plugins.push(from('server/start/start-on-load.ts'))
  nitro.hooks.hook('compiled', () => {
    cpSync(from('migrations'), join(options.output.serverDir, 'migrations'), { recursive: true })
  })
}

/** Workers serve assets before any of our code runs, and cannot read files. */
function buildWorker({ options, hooks }: Nitro): void {
  options.entry = from('server/start/worker.ts')
  options.routeRules['/**'] = { headers: ASSET_HEADERS }
  hooks.hook('rollup:before', (_, { plugins }) => {
    if (Array.isArray(plugins)) plugins.push(migrationsPlugin())
  })
}

const rulesFor = (paths: readonly string[], headers: Record<string, string>) =>
  Object.fromEntries(paths.map((path) => [path, { headers: { 'cache-control': 'no-cache', ...headers } }]))

export default defineNitroConfig({
  // Cloudflare's date is that of the workerd that runs the tests.
  compatibilityDate: { default: '2026-11-01', cloudflare: '2026-07-30' },
  srcDir: 'server',
  imports: false,
  // The built page is an asset of the server: as a public file it would be served without its base path.
  ignore: ['../dist/index.html'],
  errorHandler: join(import.meta.dirname, 'server/http/error-handler.ts'),
  esbuild: { options: { target: 'node20' } },
  replace: { __EARMARK_VERSION__: JSON.stringify(manifest.version) },
  alias: {
    // An optional native driver that the PostgreSQL driver refers to but that is not installed.
    'pg-native': 'unenv/mock/empty',
    ofetch: join(import.meta.dirname, 'server/start/no-ofetch.ts'),
  },
  // Bundled into one chunk, these packages load in a fifth of the time, with half the memory.
  externals: {
    inline: [
      'drizzle-orm',
      'pg',
      'pg-connection-string',
      'pg-pool',
      'pg-protocol',
      'pg-types',
      'pg-int8',
      'pgpass',
      'postgres-array',
      'postgres-bytea',
      'postgres-date',
      'postgres-interval',
      'split2',
      'xtend',
      '@libsql/client',
      '@libsql/core',
      'js-base64',
      'zod',
      '@logtape/logtape',
      'ipaddr.js',
      'html-entities',
      'lru-cache',
      'icu-minify',
      '@formatjs/icu-messageformat-parser',
      '@formatjs/icu-skeleton-parser',
      'openid-client',
      'oauth4webapi',
      'jose',
    ],
  },
  compressPublicAssets: { gzip: true, brotli: true },
  publicAssets: [
    ...(existsSync(client)
      ? [
          { dir: join(client, 'assets'), baseURL: '/assets', maxAge: 365 * 24 * 60 * 60 },
          { dir: client, baseURL: '/', fallthrough: true },
        ]
      : []),
    // The gateway hides them unless the API pages are enabled.
    { dir: docs, baseURL: '/docs', fallthrough: true },
  ],
  // Browsers revalidate files without a hash in their names, so that a page never runs with files of another
  // build.
  routeRules: {
    ...rulesFor(['/manifest.webmanifest', '/sw.js', '/early.js', '/robots.txt', '/docs/**'], {}),
    // Dashboards show them.
    ...rulesFor(['/favicon.svg', '/favicon.ico', '/icons/**'], {
      'cross-origin-resource-policy': 'cross-origin',
    }),
  },
  serverAssets: [{ baseName: 'client', dir: client, pattern: 'index.html' }],
  // Not as `hooks`, which would replace the hooks with which a preset writes its own files.
  modules: [ownBuild],
  $production: { preset: 'node-server' },
  // The requirements of server/start/worker.ts, written into the `wrangler.json` of that build.
  cloudflare: {
    nodeCompat: true,
    deployConfig: true,
    wrangler: {
      name: 'earmark',
      // Deployed as built, so that it is exactly the code that the tests ran.
      no_bundle: true,
      rules: [{ type: 'ESModule', globs: ['**/*.mjs'] }],
      // Keeps variables that were set by hand.
      keep_vars: true,
      durable_objects: { bindings: [{ name: 'EARMARK', class_name: 'Earmark' }] },
      migrations: [{ tag: 'v1', new_sqlite_classes: ['Earmark'] }],
      r2_buckets: [{ binding: 'COVERS', bucket_name: 'earmark-covers' }],
      observability: { enabled: true },
    },
  },
  // Server files are never sent, so their compressed size does not matter.
  logging: { compressedSizes: false },
  experimental: { wasm: true },
})

import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineNitroConfig } from 'nitropack/config'
import manifest from './package.json' with { type: 'json' }

const client = join(import.meta.dirname, 'dist')

export default defineNitroConfig({
  compatibilityDate: '2026-11-01',
  srcDir: 'server',
  imports: false,
  ignore: ['**/*.test.ts'],
  errorHandler: join(import.meta.dirname, 'server/http/error-handler.ts'),
  esbuild: { options: { target: 'node20' } },
  replace: { __EARMARK_VERSION__: JSON.stringify(manifest.version) },
  // In one chunk they start in a fifth of the time and half of the memory.
  externals: {
    inline: [
      'drizzle-orm',
      'postgres',
      '@libsql/client',
      '@libsql/core',
      '@libsql/hrana-client',
      'js-base64',
      'promise-limit',
      'zod',
      '@logtape/logtape',
      'ipaddr.js',
      'rate-limiter-flexible',
      'html-entities',
      'lru-cache',
    ],
  },
  compressPublicAssets: { gzip: true, brotli: true },
  publicAssets: existsSync(client)
    ? [
        { dir: join(client, 'assets'), baseURL: '/assets', maxAge: 365 * 24 * 60 * 60 },
        { dir: client, baseURL: '/', fallthrough: true },
      ]
    : [],
  serverAssets: [{ baseName: 'client', dir: client, pattern: 'index.html' }],
  hooks: {
    compiled(nitro) {
      const migrations = join(import.meta.dirname, 'migrations')
      cpSync(migrations, join(nitro.options.output.serverDir, 'migrations'), { recursive: true })
    },
  },
  $production: { preset: 'node-server', entry: join(import.meta.dirname, 'server/main.ts') },
})

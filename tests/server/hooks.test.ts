import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#scripts/lib/root.mjs'

/** These run once for each file. */
const SETUP = ['tests/client/vitest.setup.ts', 'tests/support/strict.ts']

// The files of a process share the modules of their helpers, so such a hook would apply to the first file only.
it('No helper of tests registers hooks when it is imported', () => {
  const helpers = ['tests', 'fakes'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|node_modules/.test(file)),
  )
  expect(helpers).toContain('tests/support/eventually.ts')
  const registering = helpers.filter((file) =>
    /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(registering).toEqual(SETUP)
})

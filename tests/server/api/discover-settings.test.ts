import { expect, it } from 'vitest'
import { z } from 'zod'
import { auditListSchema } from '#contract/audit'
import { problemSchema } from '#contract/common'
import { categorySchema, discoverRowSchema } from '#contract/discover'
import { discoverSettingsSchema } from '#contract/discover-settings'
import { serveCatalogue } from '#tests/support/catalogue-server'

const { server, admin, trusted: tess } = serveCatalogue()

const get = async (path: string, headers = admin): Promise<unknown> =>
  (await server.fetch(path, { headers })).json()
const settings = async () => discoverSettingsSchema.parse(await get('/api/settings/discover'))
const put = (rows: unknown, headers = admin) =>
  server.fetch('/api/settings/discover', { method: 'PUT', headers, body: JSON.stringify({ rows }) })

it('lists the rows, which are the catalogue’s until others are chosen', async () => {
  const { rows, default_rows } = await settings()
  expect(rows).toEqual(default_rows)
  expect(rows.slice(0, 8).map(({ row }) => row)).toEqual([
    'user',
    'followed',
    'popular',
    'recent',
    'added',
    'bestsellers',
    'new_releases',
    'bestsellers',
  ])
})

it('changes the page for everyone, logs it, and restores the default', async () => {
  const categories = z.array(categorySchema).parse(await get('/api/settings/discover/categories'))
  const rows = [
    { row: 'new_releases', category: categories[0] },
    { row: 'new_releases', category: null },
    { row: 'bestsellers', category: categories[1] },
  ]
  expect((await put(rows)).status).toBe(204)
  expect(await settings()).toMatchObject({ rows })
  const page = async () => z.array(discoverRowSchema).parse(await get('/api/recommendations', tess))
  expect(await page()).toEqual(rows)
  const { entries } = auditListSchema.parse(await get('/api/audit?kind=discover_changed'))
  expect(entries).toHaveLength(1)

  expect((await put(null)).status).toBe(204)
  expect(await page()).toHaveLength(7)
})

it('is for administrators only', async () => {
  expect((await put([{ row: 'recent', category: null }], tess)).status).toBe(403)
  expect((await server.fetch('/api/settings/discover/categories', { headers: tess })).status).toBe(403)
})

it.each([
  [[], 'required'],
  [[{ row: 'popular', category: { id: '1', name: 'Crime', region: 'us' } }], 'no_category_row'],
  [
    [
      { row: 'recent', category: null },
      { row: 'recent', category: null },
    ],
    'listed_twice',
  ],
])('refuses %o', async (rows, code) => {
  const answer = await put(rows)
  expect(answer.status).toBe(422)
  expect(problemSchema.parse(await answer.json()).errors).toMatchObject([{ path: 'rows', code }])
})

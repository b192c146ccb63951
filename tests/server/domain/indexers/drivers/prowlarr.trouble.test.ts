import { expect, it } from 'vitest'
import { createProwlarrHttp } from '#server/domain/indexers/drivers/prowlarr.http'
import { createTroubleFinder } from '#server/domain/indexers/drivers/prowlarr.trouble'
import { createGate } from '../../../../support/gate'

const AT = { baseUrl: 'http://prowlarr:9696', apiKey: 'key' }

it('Indexers that answer nothing at about the same time are looked up together', async () => {
  const gate = createGate()
  let looks = 0
  const http = createProwlarrHttp({
    userAgent: 'Earmark/test',
    fetch: async (input) => {
      if (!new Request(input).url.includes('/api/v1/indexerstatus')) return Response.json({ records: [] })
      looks += 1
      await gate.pass()
      return Response.json([])
    },
  })
  const findTrouble = createTroubleFinder({ http, clock: () => new Date() })
  const look = (indexerId: number) => findTrouble(AT, { indexerId, query: 'salt', askedAgo: 0 })

  const first = look(1)
  await gate.arrived
  // What has begun may have missed their failures: they wait for the next look, all for the same one.
  const others = [2, 3, 4, 5].map(look)
  gate.open()
  expect(await Promise.all([first, ...others])).toEqual([null, null, null, null, null])
  expect(looks).toBe(2)
})

import { createServer } from 'node:http'
import { resetSync } from '@logtape/logtape'
import { createApp, defineEventHandler, toNodeListener } from 'h3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import errorHandler from '#server/http/error-handler'
import { createLog } from '#server/platform/log'

let close: () => void
let url: string
beforeEach(async () => {
  const app = createApp({
    onError: (error, event) => errorHandler(error, event, { defaultHandler: notNeeded }),
  })
  app.handler = defineEventHandler(() => Promise.reject(new Error('no database\nat all')))
  const server = createServer(toNodeListener(app))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  url = `http://127.0.0.1:${address.port}/`
  close = () => void server.close()
})
afterEach(() => {
  close()
  vi.restoreAllMocks()
  resetSync()
})

function notNeeded(): never {
  throw new Error('This answers by itself')
}

async function expectRefusal(): Promise<void> {
  const answer = await fetch(url)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const body = await answer.text()
  expect(JSON.parse(body)).toMatchObject({ code: 'not_started' })
  expect(body).not.toContain('no database')
}

describe('A request to a server that could not start', () => {
  it('is answered without the reason, which the log has in one line', async () => {
    const lines: string[] = []
    createLog({ level: 'INFO', terminal: false, write: (line) => lines.push(line) })
    await expectRefusal()
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'ERROR',
      message: 'The server could not start: Error: no database\nat all',
    })
  })

  it('is logged on standard error if the start failed before there was a log', async () => {
    resetSync()
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await expectRefusal()
    expect(write).toHaveBeenCalledTimes(1)
    expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toMatchObject({ level: 'ERROR' })
  })
})

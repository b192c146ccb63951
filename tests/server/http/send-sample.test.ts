import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createEvent } from 'h3'
import { expect, it } from 'vitest'
import { yieldNow } from '#server/async/yield'
import { sendSample } from '#server/http/send-sample'

/** Starts to send eight megabytes to a client that reads nothing while its buffer is full. */
function toSlowClient() {
  const state = { copied: 0, dropped: false, full: true }
  const sample = {
    mediaType: 'audio/mpeg',
    size: 8_000_000,
    read(from: number, to: number) {
      if (state.dropped) return null
      state.copied += to - from
      return new Uint8Array(to - from)
    },
  }
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  Object.defineProperty(response, 'writableNeedDrain', { get: () => state.full })
  const sent = sendSample(createEvent(request, response), sample)
  return { state, response, sent }
}

it('A sample is copied no further than the client takes it', async () => {
  const { state, response, sent } = toSlowClient()
  for (let turn = 0; turn < 20; turn++) await yieldNow()
  expect(state.copied).toBe(64 * 1024)
  state.full = false
  response.emit('drain')
  await sent
  expect([state.copied, response.writableEnded]).toEqual([8_000_000, true])
})

it('A client that still listens is cut off once the sample is evicted, so that it requests the rest', async () => {
  const { state, response, sent } = toSlowClient()
  state.dropped = true
  response.emit('drain')
  await sent
  expect([response.destroyed, response.writableEnded]).toEqual([true, false])
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { json, problem, type Answer } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'
import { settle } from '#tests/client/support/mountApp'
import { anItem, someDetails } from '#tests/client/support/samples'

const AUDIO = '/books/api/books/B000000001/sample/audio?region=us'
const PLAY = 'Play a sample of The Quiet Tide'
const STOP = 'Stop the sample of The Quiet Tide'
const TRY_AGAIN = 'Try the sample of The Quiet Tide again'

/** The browser's behaviour on `play`. */
let play: () => Promise<void>
const pause = vi.fn()

beforeEach(() => {
  play = () => Promise.resolve()
  pause.mockReset()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(() => play())
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(pause)
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
})

async function open(sample: Answer, hand_made = false) {
  const page = await openPage('/book/B000000001?region=us', {
    answers: {
      'GET /api/books/{}': () => json(someDetails(anItem({ hand_made }))),
      'GET /api/books/{}/sample': sample,
      'GET /api/search': () => json([]),
    },
  })
  const audio = () => document.body.querySelector('audio')
  async function happens(event: string) {
    audio()?.dispatchEvent(new Event(event))
    await settle()
  }
  return { ...page, audio, happens }
}
const there = () => json({ audio: AUDIO })

describe('the sample of a book', () => {
  it('loads when it is played, and stops with the same button', async () => {
    const { audio, happens, press, button } = await open(there)
    expect(audio()?.getAttribute('preload')).toBe('none')
    expect(audio()?.getAttribute('src')).toBe(AUDIO)
    await press(PLAY)
    expect(button(STOP).getAttribute('aria-busy')).toBe('true')
    await happens('playing')
    expect(button(STOP).getAttribute('aria-busy')).toBeNull()
    await press(STOP)
    expect(pause).toHaveBeenCalledTimes(1)
    expect(button(PLAY)).toBeTruthy()
  })

  it('can be played again after its end', async () => {
    const { happens, press, button } = await open(there)
    await press(PLAY)
    await happens('playing')
    await happens('ended')
    expect(button(PLAY)).toBeTruthy()
  })

  it('says that it cannot be played, and can be retried', async () => {
    play = () => Promise.reject(new DOMException('No supported source', 'NotSupportedError'))
    const { happens, press, button } = await open(there)
    await press(PLAY)
    expect(document.body.textContent).toContain('The sample could not be played.')
    play = () => Promise.resolve()
    await press(TRY_AGAIN)
    expect(HTMLMediaElement.prototype.load).toHaveBeenCalledTimes(1)
    await happens('playing')
    expect(button(STOP)).toBeTruthy()
    expect(document.body.textContent).not.toContain('The sample could not be played.')
  })

  it('does not count as failed if stopped while it loads', async () => {
    let stopped: () => void = () => undefined
    play = () => new Promise((_, reject) => (stopped = () => reject(new DOMException('', 'AbortError'))))
    const { press, button } = await open(there)
    await press(PLAY)
    await press(STOP)
    stopped()
    await settle()
    expect(button(PLAY)).toBeTruthy()
  })

  it('stops other samples, and stops when the page is left', async () => {
    const { press, router } = await open(there)
    const other = document.body.appendChild(document.createElement('audio'))
    const paused = vi.spyOn(other, 'pause')
    await press(PLAY)
    expect(paused).toHaveBeenCalledTimes(1)
    other.remove()
    pause.mockReset()
    await router.push('/search')
    await settle()
    expect(pause).toHaveBeenCalledTimes(1)
  })

  it('is omitted if there is none, or that is unknown', async () => {
    for (const answer of [
      () => json({ audio: null }),
      () =>
        problem({ status: 503, code: 'catalogue_unreachable', detail: 'The catalogue cannot be reached' }),
    ]) {
      const { audio, find, wrapper } = await open(answer)
      expect(audio()).toBeNull()
      expect(find('button', PLAY)).toBeNull()
      wrapper.unmount()
    }
  })

  it('is not fetched for a book by hand', async () => {
    const { server } = await open(there, true)
    expect(server.called('GET /api/books/{}/sample')).toEqual([])
  })
})

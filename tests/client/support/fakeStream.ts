/** The browser's end of an event stream, which happy-dom lacks; driven by the test. */
export class FakeStream {
  static opened: FakeStream[] = []

  static get current(): FakeStream {
    const stream = FakeStream.opened.at(-1)
    if (!stream) throw new Error('No stream was opened')
    return stream
  }

  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  closed = false

  constructor(readonly url: URL) {
    FakeStream.opened.push(this)
  }

  close() {
    this.closed = true
  }

  say(event: unknown) {
    this.onmessage?.({ data: JSON.stringify(event) })
  }
}

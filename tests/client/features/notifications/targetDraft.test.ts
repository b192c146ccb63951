import { describe, expect, it } from 'vitest'
import {
  draftOf,
  headerRow,
  inputOf,
  isJsonTemplate,
  lacksToken,
  newDraft,
  repeatedHeader,
  testInputOf,
  withKind,
} from '#client/features/notifications/targetDraft'
import type { TargetDraft } from '#client/features/notifications/targetDraft'
import {
  aTarget,
  CUSTOM,
  DISCORD,
  GOTIFY,
  NTFY,
  SECRET_HEADER,
} from '#tests/client/support/notificationSamples'

const aDraft = (draft: Partial<TargetDraft> = {}): TargetDraft => ({
  ...newDraft(CUSTOM, ['onNewRequest']),
  name: 'x',
  url: 'https://x.example',
  ...draft,
})
const named = ({ headers }: TargetDraft) => headers.map(({ name, value }) => [name, value])

describe('the request of a draft', () => {
  it('omits headers without a name and trims the others', () => {
    const headers = [headerRow({ value: 'lost' }), headerRow({ name: ' X-Key ', value: '1' })]
    expect(inputOf(aDraft({ headers }), CUSTOM).headers).toEqual({ 'X-Key': '1' })
  })

  it('contains the empty value of a new header, and keeps that of a stored one', () => {
    const headers = [headerRow({ name: 'New' }), headerRow({ name: 'Old', stored: true })]
    expect(inputOf(aDraft({ headers }), CUSTOM).headers).toEqual({ New: '', Old: null })
  })

  it('omits an unchanged token, and contains a new one or its removal', () => {
    const tokenOf = (token: TargetDraft['token']) => inputOf(aDraft({ token }), GOTIFY).token
    expect(tokenOf({ kind: 'kept' })).toBeUndefined()
    expect(tokenOf({ kind: 'replaced', text: ' ' })).toBeUndefined()
    expect(tokenOf({ kind: 'replaced', text: ' Abc ' })).toBe('Abc')
    expect(tokenOf({ kind: 'cleared' })).toBe('')
  })

  it('has no token if the kind takes none, whatever was typed for another', () => {
    const draft = aDraft({ token: { kind: 'replaced', text: 'Abc' } })
    expect(inputOf(draft, DISCORD)).not.toHaveProperty('token')
  })

  it('can be tested without a name', () => {
    expect(testInputOf(aDraft({ name: '', headers: [] }), CUSTOM, 'onAvailable')).toEqual({
      kind: 'custom',
      url: 'https://x.example',
      body_type: 'json',
      body: CUSTOM.body,
      headers: {},
      language: null,
      event: 'onAvailable',
    })
  })
})

describe('the draft of a stored target', () => {
  it('has the values of public headers, and marks the others as set', () => {
    const target = aTarget({ headers: { Title: { value: 'Books', set: true }, 'X-Key': SECRET_HEADER } })
    expect(draftOf(target).headers).toMatchObject([
      { name: 'Title', value: 'Books', stored: false },
      { name: 'X-Key', value: '', stored: true },
    ])
  })
})

describe('another kind', () => {
  it('brings its own message, format and headers', () => {
    const draft = withKind(newDraft(NTFY, []), NTFY, GOTIFY)
    expect(draft).toMatchObject({ kind: 'gotify', body: GOTIFY.body, body_type: 'json', headers: [] })
    expect(named(withKind(draft, GOTIFY, NTFY))).toEqual(Object.entries(NTFY.headers))
  })

  it('keeps a typed name, address, events, token and message', () => {
    const typed = aDraft({
      kind: 'gotify',
      body: '{"message":"mine"}',
      events: ['onAvailable'],
      token: { kind: 'replaced', text: 'Abc' },
    })
    expect(withKind(typed, GOTIFY, DISCORD)).toEqual({ ...typed, kind: 'discord' })
  })

  it('sends a typed message in a format that its service accepts', () => {
    const typed = aDraft({ body: 'mine', body_type: 'text' })
    expect(withKind(typed, CUSTOM, GOTIFY)).toMatchObject({ body: 'mine', body_type: 'json' })
    expect(withKind(typed, CUSTOM, NTFY)).toMatchObject({ body: 'mine', body_type: 'text' })
  })

  it('keeps typed or stored headers, and does not add them again', () => {
    const headers = [
      headerRow({ name: 'title', value: 'Mine' }),
      headerRow({ name: 'X-Key', stored: true }),
      headerRow({ name: 'Click', value: '' }),
    ]
    const draft = withKind(aDraft({ headers }), CUSTOM, NTFY)
    expect(named(draft)).toEqual([
      ['Tags', 'books'],
      ['title', 'Mine'],
      ['X-Key', ''],
      ['Click', ''],
    ])
    expect(named(withKind(draft, NTFY, GOTIFY))).toEqual([
      ['title', 'Mine'],
      ['X-Key', ''],
      ['Click', ''],
    ])
  })
})

describe('a required token', () => {
  it('is missing until it is typed or stored', () => {
    const draft = aDraft({ kind: 'gotify' })
    expect(lacksToken(draft, GOTIFY, false)).toBe(true)
    expect(lacksToken(draft, GOTIFY, true)).toBe(false)
    expect(lacksToken({ ...draft, token: { kind: 'cleared' } }, GOTIFY, true)).toBe(true)
    expect(lacksToken({ ...draft, token: { kind: 'replaced', text: 'Abc' } }, GOTIFY, false)).toBe(false)
  })

  it('may be part of the address, or a header', () => {
    expect(lacksToken(aDraft({ url: 'https://x.example/message?token=***' }), GOTIFY, false)).toBe(false)
    const headers = [headerRow({ name: 'x-gotify-key', value: 'Abc' })]
    expect(lacksToken(aDraft({ headers }), GOTIFY, false)).toBe(false)
  })

  it('is not required if the service can do without', () => {
    expect(lacksToken(aDraft(), NTFY, false)).toBe(false)
  })
})

describe('errors in a draft', () => {
  it('include a duplicate header, in any case', () => {
    const headers = [
      headerRow({ name: 'X-Key' }),
      headerRow({ name: '' }),
      headerRow({ name: 'x-key ' }),
      headerRow({ name: '' }),
    ]
    expect(repeatedHeader({ headers })).toBe(headers[2]?.key)
    expect(repeatedHeader({ headers: headers.slice(0, 2) })).toBeNull()
  })

  it('include a message that is not JSON, with its variables inside strings', () => {
    expect(isJsonTemplate('{"a": "{bookTitle} by {bookAuthors}"}', ['bookTitle', 'bookAuthors'])).toBe(true)
    expect(isJsonTemplate('{"a": {bookTitle}}', ['bookTitle'])).toBe(false)
    expect(isJsonTemplate('{"a": "b",}', [])).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import {
  headerRow,
  inputOf,
  isJsonTemplate,
  repeatedHeader,
} from '../../../../client/components/notifications/targetDraft'
import type { TargetDraft } from '../../../../client/components/notifications/targetDraft'

function aDraft(headers: TargetDraft['headers']): TargetDraft {
  return {
    name: 'x',
    url: 'https://x.example',
    kind: 'custom',
    events: ['onNewRequest'],
    body_type: 'text',
    body: 'x',
    headers,
    enabled: true,
  }
}

describe('the draft of a target', () => {
  it('leaves out headers without a name and trims the others', () => {
    const { headers } = inputOf(
      aDraft([headerRow({ value: 'lost' }), headerRow({ name: ' X-Key ', value: '1' })]),
    )
    expect(headers).toEqual({ 'X-Key': '1' })
  })

  it('sends an empty value of a new header as it is, and keeps that of a stored one', () => {
    const { headers } = inputOf(
      aDraft([headerRow({ name: 'New' }), headerRow({ name: 'Old', stored: true })]),
    )
    expect(headers).toEqual({ New: '', Old: null })
  })

  it('finds a header that is there twice, in any case', () => {
    const rows = [
      headerRow({ name: 'X-Key' }),
      headerRow({ name: '' }),
      headerRow({ name: 'x-key ' }),
      headerRow({ name: '' }),
    ]
    expect(repeatedHeader(aDraft(rows))).toBe(rows[2]?.key)
    expect(repeatedHeader(aDraft(rows.slice(0, 2)))).toBeNull()
  })

  it('takes a message for JSON when its variables stand in strings', () => {
    expect(isJsonTemplate('{"a": "{bookTitle} by {bookAuthors}"}', ['bookTitle', 'bookAuthors'])).toBe(true)
    expect(isJsonTemplate('{"a": {bookTitle}}', ['bookTitle'])).toBe(false)
    expect(isJsonTemplate('{"a": "b",}', [])).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { shortenUsername } from '#server/domain/shorten-username.rules'

describe('a username in the log', () => {
  it.each([
    ['alexandra', 'al…'],
    ['bo', 'b…'],
    ['🎧🎧🎧', '🎧🎧…'],
    ['', '…'],
  ])('%s is shortened to %s', (username, expected) => {
    expect(shortenUsername(username)).toBe(expected)
  })
})

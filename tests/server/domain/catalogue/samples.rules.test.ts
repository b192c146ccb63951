import { describe, expect, it } from 'vitest'
import { silence } from '#fakes/catalogue/silence'
import { audioType } from '#server/domain/catalogue/samples.rules'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a recording', () => {
  it.each([
    ['frames of MPEG audio', silence(2), 'audio/mpeg'],
    ['a tag before them', bytes('ID3\u0004 and more'), 'audio/mpeg'],
    ['MP4', bytes('\0\0\0\u0020ftypM4A '), 'audio/mp4'],
    ['a web page', bytes('<!doctype html><title>Sign in</title>'), null],
    ['nothing', bytes(''), null],
  ])('is recognised by its first bytes: %s', (_, content, type) => {
    expect(audioType(content)).toBe(type)
  })
})

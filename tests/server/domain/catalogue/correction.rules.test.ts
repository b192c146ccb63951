import { describe, expect, it } from 'vitest'
import { corrected, promptsFor } from '#server/domain/catalogue/correction.rules'

describe('the suggestions to request when nothing was found', () => {
  it.each([
    ['sandersn', ['sandersn', 'sander', 'sand']],
    ['Rothfus  Patrick', ['rothfus patrick', 'rothf', 'roth', 'patri', 'patr']],
    ['the name of the wnd', ['the name of the wnd', 'nam']],
    ['it', []],
  ])('%s', (query, prompts) => {
    expect(promptsFor(query)).toEqual(prompts)
  })
})

describe('a query that found nothing', () => {
  it.each([
    ['a letter is missing', 'sandersn', ['Sandstorm', 'Brandon Sanderson'], 'Sanderson'],
    ['two letters changed places', 'mistbron', ['Mistborn: The Final Empire'], 'Mistborn'],
    ['a name is turned round', 'rothfus patrick', ['Patrick Rothfuss'], 'Patrick Rothfuss'],
    ['a name is turned round behind a comma', 'Rothfuss, Patrick', ['Patrick Rothfuss'], 'Patrick Rothfuss'],
    [
      'a letter beside an accent is wrong',
      'gabriel garcia marques',
      ['Gabriel García Márquez'],
      'Gabriel García Márquez',
    ],
    ['only one of its words is wrong', 'sandersn elantris', ['Brandon Sanderson'], 'Sanderson elantris'],
    ['one name has more of its words', 'jon smyth', ['Jon Snow', 'Jan Smith', 'Jon Smith'], 'Jon Smith'],
  ])('is corrected where %s', (_, query, suggested, words) => {
    expect(corrected(query, suggested)).toBe(words)
  })

  it.each([
    ['nothing is suggested', 'sandersn', []],
    ['nothing is near', 'sandersn', ['Sandstorm', 'Andes']],
    ['the words are those already', 'sanderson', ['Brandon Sanderson']],
    ['short words differ', 'it', ['If', 'It Ends']],
    ['nothing can be read', '!!!', ['Sanderson']],
  ])('stays as it is where %s', (_, query, suggested) => {
    expect(corrected(query, suggested)).toBeNull()
  })
})

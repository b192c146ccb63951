import { describe, expect, it } from 'vitest'
import { foreignScript, languageCode } from '#server/domain/ranking/language.rules'

describe('languages', () => {
  it.each([
    ['en', 'en'],
    ['ENG', 'en'],
    ['English', 'en'],
    ['GER', 'de'],
    ['pt-BR', 'pt'],
    ['Klingon', null],
    [null, null],
  ])('%s is %s', (given, code) => {
    expect(languageCode(given)).toBe(code)
  })

  it.each([
    ['Тихий Дон (And Quiet Flows)', 'cyrillic', null],
    ['Мы были здесь', 'cyrillic', 'ru'],
    ['Мій дім', 'cyrillic', 'uk'],
    ['Άνθρωπος στον Άρη - Andy Weir', 'greek', 'el'],
    ['ノルウェイの森', 'kana', 'ja'],
    ['挪威的森林', 'han', null],
  ])('%s is written in %s', (text, script, language) => {
    expect(foreignScript(text)).toEqual({ script, language })
  })

  it.each(['The Hollow Tide', 'Les Misérables', 'µTorrent – Title', 'Title ★'])('%s is Latin', (text) => {
    expect(foreignScript(text)).toBeNull()
  })
})

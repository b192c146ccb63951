import { describe, expect, it } from 'vitest'
import { rowSchema, searchWords, toMetadata } from '#server/domain/integrations/drivers/mam.schemas'

const described = (fields: Record<string, unknown>, vip = false) =>
  toMetadata(rowSchema.parse({ id: '1', title: 'T', ...fields }), vip)

describe('the words of a search', () => {
  it.each([
    ['The Lion’s Share: A Tale', 'The Lion s Share A Tale'],
    ["Lion's (Part 1 of 2)", 'Lion s Part 1 of 2'],
    ['  Café — Ünder_score 2.5 ', 'Café Ünder_score 2 5'],
    ['日本の本', '日本の本'],
    ['?!', ''],
  ])('of %j are %j', (query, words) => {
    expect(searchWords(query)).toBe(words)
  })
})

describe('a torrent as the tracker describes it', () => {
  it('is read completely', () => {
    expect(
      described({
        id: '273200',
        title: 'Wind &amp; Truth: Knight&#039;s Tale',
        author_info: '{"8234": "Ada Moor", "9001": "Eve &amp; Co"}',
        narrator_info: '{"1":"Ben Hale","1220":"Cora Lind"}',
        series_info: '{"67":["Harbour Songs","01-16, 13.5"],"68":["Tides"]}',
        lang_code: 'ENG',
        filetype: 'm4a MP3',
        vip: '0',
        free: '0',
        fl_vip: '0',
        personal_freeleech: '0',
      }),
    ).toEqual({
      title: "Wind & Truth: Knight's Tale",
      subtitle: null,
      authors: ['Ada Moor', 'Eve & Co'],
      narrators: ['Ben Hale', 'Cora Lind'],
      series: [
        { title: 'Harbour Songs', position: '01-16, 13.5' },
        { title: 'Tides', position: null },
      ],
      language: 'en',
      filetypes: ['m4a', 'mp3'],
      freeleech: false,
      vip: false,
    })
  })

  it.each([
    ['""', []],
    ['', []],
    ['{}', []],
    [null, []],
    [undefined, []],
    ['not json', []],
    [5, []],
    ['"{\\"1\\": \\"Ada Moor\\"}"', ['Ada Moor']],
    [{ 1: 'Ada Moor' }, ['Ada Moor']],
    ['["Ada Moor", "", "Ada Moor"]', ['Ada Moor']],
  ])('has people written as %j', (author_info, authors) => {
    expect(described({ author_info }).authors).toEqual(authors)
  })

  it.each([
    ['{"9":["Songs",null]}', [{ title: 'Songs', position: null }]],
    ['{"9":["Songs","",1]}', [{ title: 'Songs', position: null }]],
    ['{"9":["Songs",1,1]}', [{ title: 'Songs', position: '1' }]],
    ['{"9":"Songs"}', [{ title: 'Songs', position: null }]],
    ['{"9":[]}', []],
  ])('has series written as %j', (series_info, series) => {
    expect(described({ series_info }).series).toEqual(series)
  })

  it.each([
    ['ENG', 'en'],
    ['GER', 'de'],
    ['fre', 'fr'],
    ['JPN', 'ja'],
    ['Other', 'other'],
    ['', null],
    [null, null],
  ])('has the language %j', (lang_code, language) => {
    expect(described({ lang_code }).language).toBe(language)
  })

  it.each([
    [{ free: '1' }, false, true],
    [{ free: true }, false, true],
    [{ personal_freeleech: 1 }, false, true],
    [{ fl_vip: '1' }, false, false],
    [{ fl_vip: '1' }, true, true],
    [{ free: '0', fl_vip: 0, personal_freeleech: false }, true, false],
    [{}, true, false],
  ])('costs nothing with %j and VIP %j: %j', (flags, vip, freeleech) => {
    expect(described(flags, vip).freeleech).toBe(freeleech)
  })

  it('is not free for an account that is not VIP', () => {
    expect([described({ vip: 1 }).vip, described({ vip: '1' }, true).vip, described({}).vip]).toEqual([
      true,
      false,
      false,
    ])
  })
})

/** What can be wrong with the settings of indexers, of the choice of releases, and of Discover. */
export const SETTING_ISSUE_WORDS = {
  unknown_setting: 'Not a setting of {indexer}',
  required_while_on: 'Required while {indexer} is on',
  not_a_value: 'Must be text, a number, true, false or null',
  not_one_line: 'Must be one line of text',
  address_with_credentials: 'Must not hold a username or password',
  address_with_query: 'Must end before any ? or #',
  not_a_key: 'Only letters, digits and signs, without blanks',
  not_the_cookie_alone: 'Only the value of the cookie, without {name}= in front or a semicolon',
  not_numbers: 'Whole numbers, separated by commas',
  not_seconds: '{minimum} to {maximum} seconds',
  not_an_absolute_path: 'An absolute path, such as /config/indexers.json',
  range_reversed: 'Must not be below the start of the range',
  no_category_row: 'Only bestsellers and new releases can have a category',
  listed_twice: 'Each name may appear only once',
  not_a_language: 'Must be an ISO 639-1 code such as en',
} as const

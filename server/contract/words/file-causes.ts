/** Why the watched file of the indexers was not applied. `issue` is the code of what is wrong with a setting. */
export const FILE_CAUSE_WORDS = {
  other: '{text}',
  missing: 'There is no file at this path. Nothing is changed until there is one.',
  not_text: 'The file is not text in UTF-8.',
  not_a_file: 'The file is not a regular file.',
  too_large: 'The file is larger than 1 MB.',
  forbidden: 'The file may not be read by user id {user}.',
  unreadable: 'The file cannot be read ({failure}).',
  empty: 'The file is empty.',
  not_of_indexers: 'This is not a file of indexers: a JSON object with {known} in it.',
  not_an_object: 'The file must hold an object of indexers.',
  unknown_indexer: 'Line {line}: this is not an indexer. There are {known}; case matters.',
  not_settings: 'Line {line}: {indexer} must be an object of settings.',
  unknown_setting: 'Line {line}: this is not a setting of {indexer}.',
  setting: 'Line {line}: {indexer}.{setting}: {issue}.',
  settings_together: '{indexer}.{setting}: {issue}.',
  nested_too_deeply: 'Line {line}: it is nested too deeply.',
  // Where it stops being JSON
  ends_too_early: 'Line {line}, column {column}: it ends too early.',
  more_behind: 'Line {line}, column {column}: there is more behind the end.',
  value_expected: 'Line {line}, column {column}: a value is expected.',
  comma_expected: 'Line {line}, column {column}: a comma or {close} is expected.',
  name_expected: 'Line {line}, column {column}: a name in double quotes is expected.',
  colon_expected: 'Line {line}, column {column}: a colon is expected.',
  line_end: 'Line {line}, column {column}: a text must end on its own line.',
  escape_expected:
    'Line {line}, column {column}: one of the signs that JSON has behind a backslash is expected.',
} as const

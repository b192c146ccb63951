/** What can be wrong with a notification target. */
export const NOTIFICATION_ISSUE_WORDS = {
  no_events: 'Choose at least one event',
  not_a_header_name: 'Only letters, digits and hyphens',
  not_headers: 'Must be an object or the JSON text of one',
  too_many_headers: 'At most {maximum} headers',
  header_reserved: 'This header is set by the connection itself',
  header_twice: 'Two headers have this name',
  nothing_to_keep: 'No value is stored that could be kept',
  enter_again_for_kind: 'Enter it again: it is not sent to another address or service',
  hidden_parts: 'Enter the hidden parts (***) again: they are not sent to another address',
  not_public:
    'This address is on the server’s network. Only an administrator can allow that; use one on the internet.',
  needs_topic: 'The name of the topic is missing at its end',
  wrong_body_type: 'Must be {accepted} for {kind}',
  takes_no_token: '{kind} takes no token',
  not_a_json_object: 'Must be a JSON object',
  not_json: 'Must be valid JSON with every variable inside quotes: {reason}',
  nested_too_deeply: 'Must not be nested deeper than {maximum} levels',
} as const

/** What a connection test found. `server` is the service with its version, where it tells one. */
export const TEST_FINDING_WORDS = {
  settings_missing: 'Fill in {settings} first.',
  answers: '{server} answers and accepts the credentials.',
  session_known: '{service} knows the session as {name}.',
  // A download client
  category_missing:
    '{service} has no category named {category}. Add it there under {place}, or enter an existing one.',
  label_plugin_off:
    'Labels are off in {service}. Enable the Label plugin under Preferences → Plugins there, or leave the label empty.',
  labels_missing:
    '{server} does not support labels; version {version} or later does. Update it, or leave the label empty.',
  // A library
  libraries: '{server} answers. Libraries: {names}.',
  may_scan: 'The key may start a scan.',
  may_not_scan:
    'The key may not start a scan, so new audiobooks appear when {service} looks for them itself.',
  scan_untold: '{service} does not tell whether the key may start a scan.',
  // A source of releases
  another_program: 'This is {name}, not {service}. Check the base URL.',
  unknown_program: 'This is something other than {service}. Check the base URL.',
  no_indexer_on: '{service} has no indexer that is on and can be searched. Add one in {service}.',
  no_chosen_indexer_on:
    'None of the chosen indexers is on in {service}. Choose others, or none to search all.',
  no_download_client_on:
    '{service} has no download client that is on. Add one in {service} under Settings → Download Clients.',
  no_client_for:
    '{service} has no download client for {protocols}. Add one in {service} under Settings → Download Clients.',
  indexers_asked:
    '{server} answers, and {n} indexer is asked for releases. | {server} answers, and {n} indexers are asked for releases.',
} as const

using Workerd = import "/workerd/workerd.capnp";

# Copied beside the bundle; the directory and the address come from the command line.
const config :Workerd.Config = (
  services = [
    (name = "suites", worker = .suites),
    (name = "disk", disk = (writable = true)),
  ],
  sockets = [(name = "http", http = (), service = "suites")],
);

const suites :Workerd.Worker = (
  modules = [(name = "object.mjs", esModule = embed "object.mjs")],
  compatibilityDate = "2026-07-30",
  compatibilityFlags = ["nodejs_compat"],
  durableObjectNamespaces = [(className = "Suites", uniqueKey = "suites", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [(name = "SUITES", durableObjectNamespace = "Suites")],
);

// Plays the official TypeScript client: what to do stands on standard input as JSON, what came of it goes to standard
// output as JSON. The package is found from the folder named by the first argument.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const packages = createRequire(join(process.argv[2], "package.json"));
const load = (name) => import(pathToFileURL(packages.resolve(`@modelcontextprotocol/${name}`)).href);
const { Client, StreamableHTTPClientTransport } = await load("client");
const { StdioClientTransport } = await load("client/stdio");

const wanted = JSON.parse(readFileSync(0, "utf8"));
const headers = { Authorization: `Bearer ${wanted.secret}` };
const transport = wanted.url
  ? new StreamableHTTPClientTransport(new URL(wanted.url), { requestInit: { headers } })
  : new StdioClientTransport(wanted.stdio);

const client = new Client({ name: "graphmem-tests", version: "1" }, { versionNegotiation: { mode: wanted.mode } });
await client.connect(transport);
const version = client.getNegotiatedProtocolVersion();
const steps = [];
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const answers = {};
for (const [name, given] of Object.entries(wanted.calls)) {
  const onprogress = (told) => steps.push({ name, ...told });
  answers[name] = await client.callTool({ name, arguments: given }, { onprogress });
}
const prompts = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
const prompt = await client.getPrompt({ name: "about", arguments: { topic: "Tidewater" } });
const resources = (await client.listResources()).resources.map((resource) => resource.uri);
const today = await client.readResource({ uri: "graphmem://today" });
await client.close();
process.stdout.write(JSON.stringify({ version, tools, answers, steps, prompts, prompt, resources, today }));

"""A host of the open network that serves the document of a program, for tests: real TLS, on loopback."""

from __future__ import annotations

import datetime
import ipaddress
import json
import ssl
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from graphmem.serve.oauth.documents import Documents

HOST = "client.example"
DOCUMENT = f"https://{HOST}/metadata.json"


def certificate(folder, *names):
    """A certificate for some names that signs itself, and its key, as files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([general(one) for one in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = folder / "cert.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return files


def general(name):
    """A name as a certificate has it."""
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


class Served:
    """What was asked of the host, and how to have a daemon look there."""

    def __init__(self, port, trusted):
        self.port, self.trusted = port, trusted
        self.asked = []

    def documents(self, **bent):
        """Looks at this host as if it were public; everything else is as it is."""
        how = {
            "resolve": lambda _host, _port: [ipaddress.ip_address("127.0.0.1")],
            "allowed": lambda _: True,
            "context": lambda: ssl.create_default_context(cafile=self.trusted),
            "port": self.port,
        }
        return Documents(**(how | bent))


@contextmanager
def serving_document(document, folder, *, answer=None, host=HOST):
    """A host that serves a document, or answers as `answer` does."""
    cert, key = certificate(folder, host)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            served.asked.append(self.path)
            if answer is not None:
                answer(self)
                return
            body = json.dumps({"client_id": DOCUMENT} | document).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda *_: None  # a client that breaks off is what is tested
    served = Served(server.server_address[1], str(cert))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

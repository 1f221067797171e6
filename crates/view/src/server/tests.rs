use super::*;
use scene::Memory;
use std::io::{Read, Write};
use std::net::TcpStream;
use xenomesh::{Recipe, Source};

/// A server with one broken file; its port and token.
fn start() -> (u16, String) {
    let mut memory = Memory::default();
    // A signature and nothing after it.
    memory.insert("broken.xmf", *b"XUMF\x03\0\x40\0");
    let source = Source { files: Arc::new(memory), path: "broken.xmf".into(), label: "broken.xmf".into() };
    let files = vec![Open { source, name: "broken.xmf".into(), path: None }];
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let options = Options {
            loader: Recipe { textures: Some(Vec::new()), ..Recipe::default() },
            port: 0,
            upload_limit: 1 << 20,
            folders: Vec::new(),
            rescan: None,
        };
        serve(files, options, move |url| sender.send(url.to_owned()).unwrap()).unwrap();
    });
    let url = receiver.recv().unwrap();
    let rest = url.strip_prefix("http://127.0.0.1:").unwrap();
    let (port, token) = rest.split_once('/').unwrap();
    (port.parse().unwrap(), token.trim_end_matches('/').to_owned())
}

/// Status and whole answer of a raw request.
fn ask(port: u16, head: &str, body: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    let text = format!("{head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(text.as_bytes()).unwrap();
    stream.write_all(body).unwrap();
    let mut out = Vec::new();
    stream.read_to_end(&mut out).unwrap();
    let out = String::from_utf8_lossy(&out).into_owned();
    (out.split(' ').nth(1).unwrap().parse().unwrap(), out)
}

#[test]
fn strangers_are_refused() {
    let (port, token) = start();
    let ours = format!("Host: 127.0.0.1:{port}");
    let get = |path: &str, headers: &str| ask(port, &format!("GET {path} HTTP/1.1\r\n{headers}"), b"");
    let (status, text) = get(&format!("/{token}/"), &ours);
    assert_eq!(status, 200);
    assert!(text.to_lowercase().contains("content-security-policy: default-src 'none'"), "{text}");
    assert_eq!(get(&format!("/{token}/api/list"), &ours).0, 200);
    // No token, a wrong one, a name that points here, another page.
    assert_eq!(get("/", &ours).0, 403);
    assert_eq!(get("/api/list", &ours).0, 403);
    assert_eq!(get(&format!("/{}/api/list", "0".repeat(32)), &ours).0, 403);
    assert_eq!(get(&format!("/{token}/api/list"), &format!("Host: evil.example:{port}")).0, 421);
    assert_eq!(get(&format!("/{token}/api/list"), &format!("{ours}\r\nOrigin: http://evil.example")).0, 403);
    // Nothing but what was opened.
    assert_eq!(get(&format!("/{token}/api/glb?id=7"), &ours).0, 404);
    assert_eq!(get(&format!("/{token}/../../etc/passwd"), &ours).0, 404);
}

#[test]
fn a_broken_file_names_its_byte_and_shows_it() {
    let (port, token) = start();
    let ours = format!("Host: localhost:{port}");
    let get = |path: &str| ask(port, &format!("GET /{token}/api/{path} HTTP/1.1\r\n{ours}"), b"");
    let (status, text) = get("glb?id=0");
    assert_eq!(status, 422, "{text}");
    assert!(text.contains("\"offset\":") && text.contains("WIRE_"), "{text}");
    let (status, text) = get("report?id=0");
    assert!(status == 200 && text.contains("\"error\":{"), "{text}");
    let (status, text) = get("bytes?id=0&at=9&len=16");
    assert!(status == 200 && text.contains("\"hex\":\"58554d46"), "{text}");
    assert!(text.contains("\"start\":0"), "{text}");
}

#[test]
fn dropped_files_are_opened_and_nothing_escapes() {
    let (port, token) = start();
    let head =
        |name: &str| format!("POST /{token}/api/upload?name={name} HTTP/1.1\r\nHost: 127.0.0.1:{port}");
    let (status, text) = ask(port, &head("skin.png"), b"\x89PNG");
    assert!(status == 200 && text.contains("\"kind\":\"texture\""), "{text}");
    let (_, text) = ask(port, &head("..%2F..%2Fx.txt"), b"hello");
    assert!(text.contains("\"name\":\"x.txt\"") && text.contains("\"kind\":\"unknown\""), "{text}");
    assert_eq!(ask(port, &head(".."), b"hello").0, 400);
    let gltf = br#"{"asset":{"version":"2.0"}}"#;
    let (_, text) = ask(port, &head("a.gltf"), gltf);
    assert!(text.contains("\"kind\":\"model\"") && text.contains("\"id\":1"), "{text}");
    let (_, text) = ask(port, &head("a.gltf"), gltf);
    assert!(text.contains("\"id\":1"), "the same name replaces: {text}");
}

#[test]
fn dropped_files_stay_within_their_limit() {
    let (port, token) = start();
    let put = |name: &str, bytes: &[u8]| {
        ask(port, &format!("POST /{token}/api/upload?name={name} HTTP/1.1\r\nHost: 127.0.0.1:{port}"), bytes)
    };
    let half = vec![0; (1 << 19) + 1];
    assert_eq!(put("a.png", &half).0, 200);
    assert_eq!(put("a.png", &half).0, 200, "the same name replaces");
    let (status, text) = put("deep%2Fb.png", &half);
    assert!(status == 413 && text.contains("1 MiB together"), "{text}");
    assert_eq!(put("deep%2Fb.png", b"small").0, 200);
}

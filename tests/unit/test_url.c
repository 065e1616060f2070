// The URL room without JavaScript: parsing, resolving, setters, hosts, domains, forms, and memory limits.
#include "url/url.h"
#include "run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct parsed {
    struct url_text href;
    struct url_layout layout;
};

// Parses with an optional base; false: no valid URL.
static bool parse(struct parsed *u, const char *input, const char *base) {
    struct parsed b;
    struct url_view view = {NULL, &b.layout};
    url_text_start(&u->href);
    if (base) {
        if (!parse(&b, base, NULL)) {
            return false;
        }
        view.href = b.href.bytes;
    }
    enum url_result result = url_parse(input, strlen(input), base ? &view : NULL, &u->href, &u->layout);
    if (base) {
        url_text_free(&b.href);
    }
    ck_assert_int_ne(result, URL_NO_MEMORY);
    return result == URL_OK;
}

static void release(struct parsed *u) { url_text_free(&u->href); }

static void check_text(const struct url_text *t, const char *want) {
    ck_assert_msg(t->length == strlen(want) && !memcmp(t->bytes, want, t->length), "%.*s, not %s",
                  (int)t->length, t->bytes, want);
}

START_TEST(parses) {
    static const char *const cases[][3] = {
        // input, base, href; NULL: invalid
        {"http://a", NULL, "http://a/"},
        {" \tHTTP://User:Pa ss@EXAMPLE.com:080/a/./b/../c?d'#e` ", NULL,
         "http://User:Pa%20ss@example.com/a/c?d%27#e%60"},
        {"http://a@b@c:81/", NULL, "http://a%40b@c:81/"},
        {"https:\\\\a\\b", NULL, "https://a/b"},
        {"http:a", "http://b/c/d", "http://b/c/a"},
        {"//c?x", "http://a/b", "http://c/?x"},
        {"?x", "http://a/b?c#d", "http://a/b?x"},
        {"#x", "http://a/b?c#d", "http://a/b?c#x"},
        {"../../../x", "http://a/b/c/d", "http://a/x"},
        {"%2E%2e/x", "http://a/b/c/d", "http://a/b/x"},
        {"..", "non-special://h/a/b/c", "non-special://h/a/"},
        {"mailto:x y", NULL, "mailto:x y"},
        {"#f", "mailto:x", "mailto:x#f"},
        {"a", "mailto:x", NULL},
        {"web+x:/.//p", NULL, "web+x:/.//p"},
        {"..//p", "web+x:/a", "web+x:/.//p"},
        {"file:///C|/../x", NULL, "file:///C:/x"},
        {"/x", "file:///C:/y", "file:///C:/x"},
        {"D:", "file:///C:/y", "d:"},
        {"file://localhost/x", NULL, "file:///x"},
        {"x://h", NULL, "x://h"},
        {"x://:80", NULL, NULL},
        {"http://u@/", NULL, NULL},
        {"http://a:65536", NULL, NULL},
        {"http://a b", NULL, NULL},
        {"http://a:b", NULL, NULL},
        {"x", NULL, NULL},
        {"", NULL, NULL},
        {"x:", NULL, "x:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parsed u;
        bool ok = parse(&u, cases[i][0], cases[i][1]);
        ck_assert_msg(ok == !!cases[i][2], "%s", cases[i][0]);
        if (ok) {
            check_text(&u.href, cases[i][2]);
            ck_assert_uint_eq(u.layout.mark[URL_LENGTH], u.href.length);
        }
        release(&u);
    }
}
END_TEST

START_TEST(parses_hosts) {
    static const char *const cases[][2] = {
        {"1", "0.0.0.1"},
        {"0x7f.1", "127.0.0.1"},
        {"017.0.0.1.", "15.0.0.1"},
        {"256", "0.0.1.0"},
        {"1.2.3.256", NULL},
        {"4294967296", NULL},
        {"1.2.3.4.5", NULL},
        {"a.1", NULL},
        {"1.a", "1.a"},
        {"[::1]", "[::1]"},
        {"[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"},
        {"[0:0:0:0:0:0:0:0]", "[::]"},
        {"[1::]", "[1::]"},
        {"[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"},
        {"[::FFFF:1.2.3.4]", "[::ffff:102:304]"},
        {"[::1.2.3.04]", NULL},
        {"[1:2:3:4:5:6:7:8:9]", NULL},
        {"[1]", NULL},
        {"[::1", NULL},
        {"[::g]", NULL},
        {"%65x", "ex"},
        {"a%00", NULL},
        {"a%", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct url_text out;
        url_text_start(&out);
        enum url_result result = url_host_parse(cases[i][0], strlen(cases[i][0]), true, &out);
        ck_assert_msg(result == (cases[i][1] ? URL_OK : URL_INVALID), "%s", cases[i][0]);
        if (result == URL_OK) {
            check_text(&out, cases[i][1]);
        }
        url_text_free(&out);
    }
}
END_TEST

START_TEST(converts_domains) {
    static const char *const cases[][3] = {
        // domain, ASCII, Unicode; NULL: invalid
        {"faß.ÉXAMPLE", "xn--fa-hia.xn--xample-9ua", "faß.éxample"},
        {"Bücher。ch", "xn--bcher-kva.ch", "bücher.ch"},
        {"XN--BCHER-KVA", "xn--bcher-kva", "bücher"},
        {"a\xc2\xad.b", "a.b", "a.b"},
        {"e\xcc\x81", "xn--9ca", "é"},
        {"ﬃ.Ⅷ", "ffi.viii", "ffi.viii"},
        {"नी\u200cली", NULL, NULL},
        {"क्\u200dष", "xn--11b2ezcw70k", "क्\u200dष"},
        {"نامه\u200cای", "xn--mgba3gch31f060k", "نامه\u200cای"},
        {"א1", "xn--1-zhc", "א1"},
        {"aא", NULL, NULL},
        {"א.1", NULL, NULL},
        {"א-", NULL, NULL},
        {"\xcc\x80"
         "a",
         NULL, NULL},
        {"xn--", NULL, NULL},
        {"xn--a", NULL, NULL},
        {"xn--zzzzzzzzzzzz", NULL, NULL},
        {"\xff", NULL, NULL},
        {"\xee\x80\x80", NULL, NULL},
        {"a\xef\xb8\x92", NULL, NULL}, // maps to a full stop
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct url_text ascii, unicode;
        url_text_start(&ascii);
        url_text_start(&unicode);
        enum url_result result = url_domain_to_ascii(cases[i][0], strlen(cases[i][0]), &ascii);
        ck_assert_msg(result == (cases[i][1] ? URL_OK : URL_INVALID), "%s", cases[i][0]);
        if (result == URL_OK) {
            check_text(&ascii, cases[i][1]);
            ck_assert_int_eq(url_domain_to_unicode(ascii.bytes, ascii.length, &unicode), URL_OK);
            check_text(&unicode, cases[i][2]);
        }
        url_text_free(&ascii);
        url_text_free(&unicode);
    }
}
END_TEST

START_TEST(long_labels_are_refused_quickly) {
    enum { COUNT = 60000 };
    struct url_text domain, out;
    url_text_start(&domain);
    url_text_start(&out);
    for (uint32_t i = 0; i < COUNT; i++) {
        url_text_code_point(&domain, 0x4e00 + i % 20000);
    }
    ck_assert_int_eq(url_domain_to_ascii(domain.bytes, domain.length, &out), URL_INVALID);
    url_text_free(&domain);
    url_text_free(&out);
}
END_TEST

START_TEST(sets_parts) {
    static const struct {
        url_setter *set;
        const char *href, *value, *want;
    } cases[] = {
        {url_set_protocol, "http://a:443/", "https", "https://a/"},
        {url_set_protocol, "http://a/", "x", "http://a/"},
        {url_set_protocol, "http://u@a/", "file", "http://u@a/"},
        {url_set_username, "http://a/", "ü:", "http://%C3%BC%3A@a/"},
        {url_set_username, "http://u:p@a/", "", "http://:p@a/"},
        {url_set_password, "http://u:p@a/", "", "http://u@a/"},
        {url_set_password, "http://:p@a/", "", "http://a/"},
        {url_set_password, "file:///a", "p", "file:///a"},
        {url_set_host, "http://a:81/x", "b:82", "http://b:82/x"},
        {url_set_host, "http://a:81/x", "b:99999", "http://b:81/x"},
        {url_set_host, "x:/y", "h", "x://h/y"},
        {url_set_host, "x:/.//y", "h", "x://h//y"},
        {url_set_host, "x://u@h/", "", "x://u@h/"},
        {url_set_hostname, "http://a:81/x", "b:82", "http://a:81/x"},
        {url_set_hostname, "http://a:81/x", "[::1]", "http://[::1]:81/x"},
        {url_set_hostname, "mailto:a", "b", "mailto:a"},
        {url_set_port, "http://a/", "81x", "http://a:81/"},
        {url_set_port, "http://a:81/", "80", "http://a/"},
        {url_set_port, "http://a:81/", "", "http://a/"},
        {url_set_port, "http://a:81/", "65536", "http://a:81/"},
        {url_set_pathname, "http://a/b?c", "x/../\n?#", "http://a/%3F%23?c"},
        {url_set_pathname, "x:/y?c#d", "//z", "x:/.//z?c#d"},
        {url_set_pathname, "x:/.//z?c#d", "/y", "x:/y?c#d"},
        {url_set_search, "http://a/?b#c", "?d'#", "http://a/?d%27%23#c"},
        {url_set_search, "http://a/?b#c", "", "http://a/#c"},
        {url_set_search, "x:y  ?b", "", "x:y"},
        {url_set_hash, "http://a/?b#c", "#d e", "http://a/?b#d%20e"},
        {url_set_hash, "x:y  #c", "", "x:y"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parsed u, again;
        ck_assert(parse(&u, cases[i].href, NULL));
        ck_assert_int_ne(cases[i].set(&u.href, &u.layout, cases[i].value, strlen(cases[i].value)),
                         URL_NO_MEMORY);
        check_text(&u.href, cases[i].want);
        ck_assert(parse(&again, cases[i].want, NULL));
        ck_assert_msg(!memcmp(u.layout.mark, again.layout.mark, sizeof u.layout.mark), "marks of %s",
                      cases[i].want);
        release(&u);
        release(&again);
    }
}
END_TEST

START_TEST(encodes_forms) {
    struct url_text out;
    url_text_start(&out);
    url_form_encode("a b&ü~*-._", 11, &out);
    check_text(&out, "a+b%26%C3%BC%7E*-._");
    url_text_free(&out);
    url_form_decode("a+b%26%C3%BC%ff%2", 17, &out);
    check_text(&out, "a b&ü\xef\xbf\xbd%2");
    url_text_free(&out);
}
END_TEST

START_TEST(texts_have_a_limit) {
    struct url_text t;
    url_text_start(&t);
    ck_assert(!url_text_reserve(&t, URL_TEXT_LIMIT + 1));
    ck_assert(t.failed);
    url_text_append(&t, "a", 1);
    ck_assert(t.failed);
    url_text_free(&t);
    ck_assert(!t.failed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("url");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, parses);
    tcase_add_test(tests, parses_hosts);
    tcase_add_test(tests, converts_domains);
    tcase_add_test(tests, long_labels_are_refused_quickly);
    tcase_add_test(tests, sets_parts);
    tcase_add_test(tests, encodes_forms);
    tcase_add_test(tests, texts_have_a_limit);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
